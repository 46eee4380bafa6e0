"""What a finished match is remembered by: frozen facts, and a page and a PDF made from them."""
