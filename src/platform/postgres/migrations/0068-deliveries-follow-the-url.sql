-- Whether a notification goes to the URL of the merchant's settings, and follows it when it is changed; false for one that goes to
-- the URL of its order, null for those that an earlier release has queued.
alter table deliveries add column follows_setting boolean;
