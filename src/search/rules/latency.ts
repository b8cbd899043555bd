// Response times, counted in buckets that each reach a tenth further than the previous one: a quantile read from them
// is at most a twentieth off, however many answers there were.

const growth = 1.1

/** Durations below a millisecond count as one. */
export function bucketOf(ms: number): number {
  return ms <= 1 ? 0 : Math.round(Math.log(ms) / Math.log(growth))
}

/** The value of a bucket, in whole milliseconds. */
function msOf(bucket: number): number {
  return Math.round(growth ** bucket)
}

export interface CountedBucket {
  readonly bucket: number
  readonly count: number
}

/** The shortest time that this share of the responses did not exceed. */
export function quantileOf(buckets: readonly CountedBucket[], share: number): number {
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { bucket, count } of buckets.toSorted((a, b) => a.bucket - b.bucket)) {
    seen += count
    if (seen >= total * share) return msOf(bucket)
  }
  return 0
}
