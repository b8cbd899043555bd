// Processor time of the thread that serves requests: what other threads and other programs do at the same time is not counted.

/** The system brings the time of the running thread up to date when the whole process is asked for; else it lags by some milliseconds. */
function threadMs(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export async function threadMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = threadMs()
  await work()
  return threadMs() - before
}

const warmUps = 2
const times = 5

/** The middle one of five, after the engine has seen the work twice. */
export async function medianOfFive(measure: () => Promise<number>): Promise<number> {
  for (let time = 0; time < warmUps; time += 1) await measure()
  const measured: number[] = []
  for (let time = 0; time < times; time += 1) measured.push(await measure())
  return measured.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}
