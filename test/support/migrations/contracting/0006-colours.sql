create index labels_by_colour on labels (colour);
