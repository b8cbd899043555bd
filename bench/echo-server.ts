// The measure of all things here: a bare Fastify that parses a JSON body and sends it back.
import { fastify } from 'fastify'

const app = fastify()
app.put('/*', (request) => request.body)
app.get('/*', () => ({ result: 'SUCCESS' }))
await app.listen({ port: Number(process.argv[2]), host: 'localhost' })
