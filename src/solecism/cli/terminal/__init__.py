"""What commands share: tables, progress bars, signatures and the clock."""
