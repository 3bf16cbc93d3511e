"""What a table writes down of its sittings, how it lies on the disk, and how it is read again."""
