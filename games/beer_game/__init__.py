"""The beer game: a supply chain of up to four stages that orders under delay, told with bags of cement."""
