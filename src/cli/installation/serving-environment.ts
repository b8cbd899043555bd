// What a process that serves requests is started with, because it cannot be changed once the process runs.

type Environment = Readonly<Record<string, string | undefined>>

export const servingDefaults = {
  /** The C library of most Linux systems keeps freed memory for each thread; here the threads share it. */
  MALLOC_ARENA_MAX: '1',
  /** Megabytes of each half of the young generation, in place of 32. */
  NODE_OPTIONS: '--max-semi-space-size=16',
} as const

/** The environment with the defaults; where the operator has chosen something else, that counts. */
export function servingEnvironment(env: Environment): Environment {
  // Of an option that is given twice, the platform takes the last.
  const options = [servingDefaults.NODE_OPTIONS, env['NODE_OPTIONS']].filter(Boolean).join(' ')
  return { ...servingDefaults, ...env, NODE_OPTIONS: options }
}
