"""What commands share: tables, progress bars and signatures."""
