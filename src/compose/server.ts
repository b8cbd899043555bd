// Builds the server; never listens.
import { type FastifyError, type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify'
import {
  type ApiOptions,
  apiRoutes,
  beginRequest,
  bodyCutOff,
  type EdgeRuleOptions,
  edgeRules,
  type HealthOptions,
  healthRoutes,
  nameValueRoutes,
  pathParameterLengthMax,
  type ReportingOptions,
  reportingRoutes,
  requestFlow,
  rootPageRoute,
  sendRejection,
} from '../api/index.ts'
import { type ConsoleOptions, type ConsolePagesOptions, consolePageRoutes, consoleRoutes } from '../console/index.ts'
import { docsRoutes } from '../docs/index.ts'
import { StoreOverloaded } from '../kernel/failures.ts'
import { reject } from '../kernel/rejection.ts'
import { AccessRightsRefusedError } from '../merchants/index.ts'
import {
  type BrowserReportOptions,
  browserPaymentRoutes,
  browserReportRoutes,
  checkoutLibraryRoutes,
  checkoutRoutes,
  type DomainAssociationOptions,
  domainAssociationRoute,
  fieldRoutes,
  formerAddressRoutes,
  payerAuthenticationRoutes,
} from '../pages/index.ts'
import { nothingHere, sendMissingPage, wantsMissingPage } from '../platform/http/plain-page.ts'
import { routeRareMethod } from '../platform/http/rare-methods.ts'
import type { FaceDependencies } from './dependencies.ts'
import { shedOthers } from './shed-others.ts'

export type ServerOptions = ApiOptions &
  HealthOptions &
  BrowserReportOptions &
  DomainAssociationOptions &
  ReportingOptions &
  ConsoleOptions &
  ConsolePagesOptions &
  EdgeRuleOptions & {
    readonly dependencies: FaceDependencies
    /** Sites of others that this server hosts, too: in the sandbox those of the simulated world. */
    readonly sites?: readonly ((app: FastifyInstance) => void)[]
  }

export interface WayIn {
  readonly methods: readonly string[]
  readonly url: string
  /** How long a body may be. */
  readonly bodyBytesMax: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every way in, so that a test can ask of each who may take it. */
    readonly waysIn: readonly WayIn[]
  }
}

const bodyBytesMax = 256 * 1024

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { log, dependencies, inspect } = options
  const app = fastify({
    loggerInstance: log,
    // One line a request, written by the edge rules when it is over.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesMax,
    genReqId: dependencies.identifiers.requestId,
    // Node's own time-outs are set on the listeners, which we open ourselves.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: pathParameterLengthMax },
    // Every HTTP method reaches the routes, so that a wrong one gets the list of allowed ones.
    rewriteUrl(request) {
      routeRareMethod(request, this.supportedMethods)
      return request.url ?? ''
    },
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for a path that the router cannot read.
      beginRequest(request, reply, options)
      request.progress.isAnswered = true
      const rejection =
        error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? nothingHere : reject('MALFORMED_PATH', 'The path is malformed.')
      sendRejection(reply, rejection, { requestId: request.id, inspect })
    },
  })

  const waysIn: WayIn[] = []
  app.decorate('waysIn', waysIn)
  app.addHook('onRoute', ({ method, url, bodyLimit = bodyBytesMax }) => {
    waysIn.push({ methods: [method].flat(), url, bodyBytesMax: bodyLimit })
  })
  edgeRules(app, options)

  app.setNotFoundHandler((request, reply) => {
    if (wantsMissingPage(request)) return sendMissingPage(reply)
    return sendRejection(reply, nothingHere, { requestId: request.id, inspect })
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const rejection = rejectionOf(error, request)
    // The framework would close under a client that is still sending, which then might not read the response.
    if (rejection.reason === 'BODY_TOO_LARGE') reply.removeHeader('connection')
    if (rejection.cause === 'SERVER_FAILED' || rejection.reason === 'PERMISSIONS_ALTERED')
      log.error({ requestId: request.id, err: error }, 'request failed')
    return sendRejection(reply, rejection, {
      requestId: request.id,
      ...(rejection.cause !== 'SERVER_FAILED' && { inspect }),
    })
  })

  rootPageRoute(app)
  healthRoutes(app, options)
  const flow = requestFlow(options)
  apiRoutes(app, flow)
  // Under overload they are refused by a rule of their own, which the routes above do not pass.
  await app.register(async (others) => {
    shedOthers(others, options)
    nameValueRoutes(others, flow, options)
    docsRoutes(others, options)
    checkoutLibraryRoutes(others)
    formerAddressRoutes(others)
    fieldRoutes(others, options)
    browserReportRoutes(others, { ...options, rateLimits: dependencies.rateLimits })
    checkoutRoutes(others, options)
    domainAssociationRoute(others, options)
    browserPaymentRoutes(others, options)
    payerAuthenticationRoutes(others, options)
    reportingRoutes(others, options)
    consoleRoutes(others, options)
    consolePageRoutes(others, options)
    for (const site of options.sites ?? []) site(others)
  })
  await app.ready()
  return app
}

/** The contract validates requests and responses. With this setting the framework does not load its own schema compilers at every start. */
function refuseSchemas(): never {
  throw new Error('routes have no schemas of the framework: the contract describes requests and responses')
}

/** What the framework refuses on its own, in our words, and what the database does not take now; anything else is our failure. */
function rejectionOf(error: FastifyError, { raw }: FastifyRequest) {
  if (error instanceof StoreOverloaded) return reject('OVERLOADED', 'The gateway is too busy to process this request.')
  if (error instanceof AccessRightsRefusedError) return reject('PERMISSIONS_ALTERED')
  if (error.statusCode === 400 && raw.readableAborted) return bodyCutOff
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return reject('BODY_TOO_LARGE', `The request body is larger than ${bodyBytesMax} bytes.`)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return reject('MALFORMED_HTTP', 'The request body does not have the length its header says.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return reject('MALFORMED_HTTP', 'The Content-Type header is malformed.')
    default:
      return reject('INTERNAL_FAILURE')
  }
}
