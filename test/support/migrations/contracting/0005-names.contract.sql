drop index labels_by_name;
