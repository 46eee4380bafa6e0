"""Master Builder: a medieval town's architects bid for contracts and lead crews."""
