// Starts the imaginary bank.
import type { AddressInfo } from 'node:net'
import { openBank } from './bank.ts'
import { bankServer } from './server.ts'

const { env } = process
const apiKey = env['BANK_API_KEY'] ?? 'bank-api-key-for-tests'
const server = bankServer(openBank(env['BANK_FILE'] ?? 'bank.jsonl'), apiKey)
server.listen(Number(env['BANK_PORT'] ?? 9500), '127.0.0.1', () => {
  console.log(`The bank is open at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
