// How long nobody may try to sign in as a person after failures in a row.

/**
 * Seconds, by the number of failures: four slips cost nothing, the fifth a minute, and each after that twice as long, up
 * to an hour, which every further one costs. Somebody who guesses day and night gets about thirty tries on the first day
 * and twenty-four on each other.
 */
export const lockSeconds = [0, 0, 0, 0, 60, 120, 240, 480, 960, 1_920, 3_600] as const
