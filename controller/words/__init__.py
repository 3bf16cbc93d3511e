"""What is said: actions, rulings, results and faults as sentences, in the words of a language."""
