/// The names of the three parts of a log line that the chain is made of.
