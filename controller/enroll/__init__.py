"""`chhakka enroll`: a tag for each card and call, tapped one after the other."""
