print("set-up follows")
