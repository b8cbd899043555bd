// A run that is interrupted: by a terminal or CI, by closing the terminal, or because what it prints is no longer read, as in
// `npm test | head`. It ends as soon as it can, and takes its processes and its databases with it.

export function interruption(): AbortSignal {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, interrupt)
  // Without a listener such an error would end this process alone, at once.
  for (const output of [process.stdout, process.stderr]) output.on('error', interrupt)
  return interrupted.signal
}
