import { once } from 'node:events'
import type { Server } from 'node:http'
import { feathers } from '@feathersjs/feathers'
import { koa, rest } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Context, Middleware } from 'koa'
import { certificateCommands, serveCertificates } from './coa/serve.ts'
import './behaviours.ts'
import { commands } from '../resources/commands.ts'
import { reports, resources, subjects } from '../resources/registry.ts'
import { accessCommands } from './access-control/serve.ts'
import { addWhoGrants } from './access-control/who-grants.ts'
import { serveLive } from './account/live.ts'
import { answerErrors, demandBody, identify, readBodies, refuseOddJson } from './account/requests.ts'
import { accountCommands } from './account/serve.ts'
import { setSessionCookie } from './account/session-cookie.ts'
import { configureSignIn } from './account/sign-in.ts'
import { checkCommandBody } from './command-body.ts'
import { complaintCommands } from './complaints/complaint-room.ts'
import { disputeCommands } from './complaints/dispute-room.ts'
import { distributorCommands } from './dealerdash/serve.ts'
import { commandMethods, serveCommands } from './derive/command/serve-commands.ts'
import { serveOpenApi } from './derive/docs/openapi.ts'
import { operationsOf } from './derive/docs/operations-served.ts'
import { EarlyReads } from './derive/early-reads.ts'
import { EXPORT_RATE, serveExports } from './derive/export/export.ts'
import { serveGroupExports } from './derive/export/export-groups.ts'
import { behaviourOf } from './derive/extend.ts'
import { serveComparisons } from './derive/history/compare.ts'
import { recordDownloads } from './derive/history/record-downloads.ts'
import { refusalWriter } from './derive/history/record-refusals.ts'
import { serveImports } from './derive/import/serve-import.ts'
import { serveReports } from './derive/list/report.ts'
import { serveActions } from './derive/save/actions.ts'
import { serveBulk } from './derive/save/bulk.ts'
import { deriveCommands } from './derive/serve.ts'
import { serveResource } from './derive/service.ts'
import { unmatchedBehaviours } from './derive/validate-behaviours.ts'
import { collectionCommands, serveGatePass } from './dispatches/collections/serve-collections.ts'
import { servePapers } from './dispatches/papers/serve-papers.ts'
import { servePodBatches } from './dispatches/pods/serve-batches.ts'
import { dispatchCommands } from './dispatches/serve.ts'
import { serveAttachments } from './files/attachments.ts'
import { homeCommands } from './home/serve.ts'
import { mailSender } from './mail/send-mail.ts'
import { mailCommands } from './mail/serve.ts'
import { serveSmsReports, startSms } from './mail/sms/serve-sms.ts'
import { mailedPaper } from './mailed-paper.ts'
import { serveLibrary } from './masters/attachment.ts'
import { masterCommands, serveSheets } from './masters/serve.ts'
import { serveReportFiles } from './mis/exports/serve-report-files.ts'
import { startCounting } from './mis/facts/count-anew.ts'
import { servePriceListPdf } from './mis/price-list-pdf.ts'
import { misCommands } from './mis/serve.ts'
import { nightlyJobs } from './nightly.ts'
import { queuesAsHead } from './orders/approvals/queues-as-head.ts'
import { documentCommands } from './orders/documents/submit-document.ts'
import { orderCommands, serveOrderFiles } from './orders/serve.ts'
import { serveHandOver } from './payments/checkout/serve-hand-over.ts'
import { serveGatewaySimulator } from './payments/gateways/serve.ts'
import { openGateway } from './payments/open-gateway.ts'
import { serveReceipts } from './payments/receipts/receipt-pdf.ts'
import { connectGateways } from './payments/results/gateways-at-work.ts'
import { takeCallbacks } from './payments/results/serve-callbacks.ts'
import { paymentCommands } from './payments/serve.ts'
import { serveAdmin } from './platform/admin-files.ts'
import type { Config } from './platform/config.ts'
import { watchDatabase } from './platform/database-watch.ts'
import { atMost, closeConnections, drain } from './platform/drain.ts'
import { setEnvironment } from './platform/environment.ts'
import { serveHealth } from './platform/health.ts'
import type { Log } from './platform/log.ts'
import { readLongQueries } from './platform/long-queries.ts'
import { ownAddress } from './platform/own-address.ts'
import { withPatience } from './platform/patience.ts'
import { rateLimits } from './platform/rate-limit.ts'
import { openReports, readReports } from './platform/reports/reports-database.ts'
import { createRouter, routesOf, serveRoutes } from './platform/router.ts'
import { securityHeaders } from './platform/security-headers.ts'
import { runUntilNothingIsDue } from './platform/work/due-work.ts'
import { startNightly } from './platform/work/nightly.ts'
import { limitPosts } from './posting-limits.ts'
import { sapCommands, serveSapErrors } from './sap/serve.ts'
import { startSap } from './sap/start.ts'
import { trackingCommands } from './shipment-tracking/serve.ts'
import { serveBanners } from './shipment-tracking/serve-banners.ts'
import { serveOptOut } from './shipment-tracking/serve-opt-out.ts'

/** A running portal: it can listen, and close in order. */
export interface Portal {
  /** The paths of its services. */
  services: readonly string[]
  /** The method and path, as the document of the API writes it, of everything that is served: `GET /imports/{id}`. */
  operations: readonly string[]
  /** The method and path of every route that is no service, such as `GET /api/history`. */
  routes: readonly string[]
  listen(port: number, host: string): Promise<Server>
  /** Sends, takes in and reads what is due now, until nothing is: where no timer does, in tests. */
  runDue(): Promise<void>
  /** Reads what happened in the simulated SAP, which else a timer does. */
  watchSap(): Promise<void>
  close(): Promise<void>
}

/**
 * How long a request may take to arrive, headers and whole, in milliseconds: slow senders are cut off. A connection is
 * kept for longer than proxies keep theirs (60 s), or it would end just as one of them sends the next request.
 */
const patience = { headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 75_000 }

/** Milliseconds that one statement of a nightly job may take, and one that reads much for somebody who waits. */
const PATIENCE_OF_JOBS = 600_000
const PATIENCE_OF_FILES = 60_000

/** Where people ask for much at once. */
const MUCH = ['/api/export/', '/api/sheets/', '/api/compare/', '/api/history', '/api/import']

const grantPatience: Middleware = (ctx, next) =>
  MUCH.some(path => ctx.path.startsWith(path)) ? withPatience(PATIENCE_OF_FILES, next) : next()

/** Where reports are read: rows, groups, charts and files of them. */
const READS_REPORTS =
  /^\/api\/(?:report-groups|growth-bridge|my-restatements|(?:export\/|export-groups\/)?([a-z].*?)(?:\/\d+)?)$/
const isOfReport = (path: string) => {
  const found = READS_REPORTS.exec(path)
  return found !== null && (found[1] === undefined || reports.some(report => report.path === found[1]))
}

/** How long a stop waits for what the portal does by itself, in milliseconds. */
const STOP_MS = 2_000

/** The server: everything it is made of, in the order in which a request passes it. */
export async function createApp({ config, db, log }: { config: Config; db: Knex; log: Log }): Promise<Portal> {
  const unmatched = unmatchedBehaviours(subjects, behaviourOf)
  if (unmatched.length > 0) throw new Error(unmatched.join('\n'))
  setEnvironment(config.environment, config)
  const app = koa(feathers())
  if (config.proxies > 0) Object.assign(app, { proxy: true, maxIpsCount: config.proxies })
  const limits = await rateLimits(config, log)
  app.set('db' as never, db as never)
  readLongQueries(app)
  // A browser tab closed during an answer is no error of the server.
  app.on('error', error => log.info({ err: error }, 'An answer was cut off'))

  let stopping = false
  app.use(closeConnections(() => stopping))
  const refusals = refusalWriter(db, log)
  const noteRefusal = (ctx: Context) => {
    refusals.note(ctx)
    health.noteRefusal(ctx.status)
  }
  app.use(answerErrors(log, noteRefusal))
  app.use(securityHeaders(config))
  const watch = watchDatabase(db, log, config)
  const health = serveHealth(app, config, watch)
  app.use(grantPatience)
  const reading = openReports(db, config)
  app.use(readReports(isOfReport, config.reportsDatabaseUrl === null ? null : reading))
  const callbacks = takeCallbacks({ db, log, limits, times: config.postingTimes })
  app.use(callbacks.middleware)
  const reads = new EarlyReads()
  app.use(reads.serve(identify(app, config), addWhoGrants(db)))
  // Tests run nightly jobs themselves, and what is due.
  const byTimer = config.environment !== 'test'
  const jobs = byTimer ? nightlyJobs(config, reading) : []
  const nightly = withPatience(PATIENCE_OF_JOBS, () => startNightly(db, log, jobs))
  const counting = withPatience(PATIENCE_OF_JOBS, () => (byTimer ? startCounting(db, log) : undefined))
  const sap = startSap(app, { config, db, log, byTimer })
  const mails = mailSender({ config, db, log, makePaper: mailedPaper })
  const sms = startSms(app, { config, db, log })
  const gateways = serveGatewaySimulator(app, config, byTimer)
  serveHandOver(app, db, { config, log })
  serveAdmin(app)
  app.use(identify(app, config))
  app.use(readBodies())
  app.use(refuseOddJson)
  app.use(demandBody)
  app.use(recordDownloads(db))
  app.use(addWhoGrants(db))
  app.use(checkCommandBody)
  app.use(limitPosts(limits, config.postingTimes))
  const router = createRouter()
  app.use(serveRoutes(router))
  serveOpenApi(router)
  const files = limits.of('exports', EXPORT_RATE)
  serveComparisons(router, db, files)
  serveExports(router, { db, reading }, files)
  serveGroupExports(router, { db, reading }, files)
  servePriceListPdf(router, { db, reading }, files)
  serveAttachments(router, config, db)
  serveBanners(router, config, db)
  serveSmsReports(router, config, db)
  serveSheets(router, db)
  serveLibrary(router, config, db)
  const imports = serveImports(router, { config, db, log, worker: new URL('./import-worker.ts', import.meta.url) })

  // The caller was identified above; Feathers need not authenticate again, nor look for this service at each request.
  app.configure(rest({ authentication: { service: 'api/authentication', strategies: [] } as never }))
  configureSignIn(app, config, limits, setSessionCookie(config))
  serveActions(app, db)
  serveBulk(app, db)
  const reportFiles = serveReportFiles(router, {
    config,
    db,
    log,
    worker: new URL('./report-worker.ts', import.meta.url),
  })
  const podBatches = servePodBatches(router, { config, db, log })
  const bound = [
    ...accessCommands({ config, limits }),
    ...accountCommands({
      ...{ config, log, limits },
      about: async (trx, person) => ({ askedAsHead: await queuesAsHead(trx, person) }),
    }),
    ...certificateCommands({ config, limits }),
    ...collectionCommands(config),
    ...complaintCommands,
    ...deriveCommands(app, reading),
    ...dispatchCommands({ limits }),
    ...disputeCommands,
    ...distributorCommands,
    ...documentCommands,
    ...homeCommands,
    ...imports.commands,
    ...mailCommands(config, sms.onPhone),
    ...masterCommands,
    ...misCommands(reading),
    ...orderCommands(app),
    ...paymentCommands({ config, log }),
    podBatches.command,
    ...reportFiles.commands,
    ...sapCommands({ limits, simulator: sap.simulator, readers: () => app.get('sapReaders' as never) ?? [] }),
    ...trackingCommands({ config, limits }),
  ]
  const methods = commandMethods(commands, bound, { app, db, limits })
  for (const resource of resources) serveResource(app, db, resource, reads, methods.get(resource.path))
  serveReports(app, reading)
  serveOrderFiles(router, db)
  serveOptOut(router, db, { config, limits })
  servePapers(router, db)
  const certificates = serveCertificates(router, { config, db, log })
  serveGatePass(router, db)
  serveCommands(app, methods)
  serveReceipts(router, db)
  serveSapErrors(router, db)

  const live = await serveLive(app, { config, db, log, limits })

  const routes = [...routesOf(health.router), ...routesOf(callbacks.router), ...routesOf(router)]
  let server: Server | undefined
  return {
    services: Object.keys(app.services),
    routes,
    get operations() {
      return operationsOf(app, routes)
    },
    async listen(port, host) {
      server = await app.listen(port, host as never)
      if (!server.listening) await once(server, 'listening')
      Object.assign(server, patience)
      const address = ownAddress(server)
      connectGateways(db, account => openGateway(config, account, address).gateway)
      sap.start(server)
      mails.start(byTimer)
      sms.start(server, byTimer)
      return server
    },
    runDue: () =>
      runUntilNothingIsDue([
        async () => (await gateways?.runDue()) ?? false,
        callbacks.runDue,
        ...sap.dueWork,
        mails.runDue,
        sms.runDue,
        refusals.runDue,
      ]),
    watchSap: sap.watch,
    async close() {
      health.stop()
      stopping = true
      // What these leave undone another process takes up, or the next start.
      await atMost(
        STOP_MS,
        Promise.all([
          live.stop(),
          callbacks.runDue(),
          sap.stop(),
          mails.stop(),
          sms.stop(),
          nightly.stop(),
          counting?.stop(),
          imports.stop(),
          podBatches.stop(),
          certificates.stop(),
          reportFiles.stop(),
        ]),
      )
      if (server) await drain(server)
      gateways?.close()
      await refusals.runDue()
      await limits.close()
      // It would close the server once more.
      Object.assign(app, { server: undefined })
      await app.teardown()
      await watch.stop()
      if (reading !== db) await reading.destroy()
    },
  }
}
