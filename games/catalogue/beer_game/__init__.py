"""The beer game: a supply chain of up to four stages that orders with delays, here with bags of cement."""
