import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { signedIn } from '../derive/signed-in.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import type { ApiRouter } from '../platform/router.ts'
import type { SimulatorControls } from '../sap-simulator/simulator.ts'
import { readableObjects } from './pulls.ts'
import { serveReadDataFromSap } from './reading/serve-reads.ts'
import { sapErrors, sapRunErrors } from './sap-errors.ts'
import { serveSapStatus } from './serve-sap-status.ts'
import { serveSimulatedSap } from './serve-simulated-sap.ts'

interface Parts {
  db: Knex
  limits: RateLimits
  /** What steers the built-in simulator, where it answers for SAP. */
  simulator: SimulatorControls | null
}

/** Registers what people ask of the portal's dealings with SAP. */
export function serveSap(app: Application, router: ApiRouter, { db, limits, simulator }: Parts) {
  serveReadDataFromSap(app, db, limits, readableObjects)
  app.use('api/sap-run-errors', sapRunErrors(db) as never, { methods: ['find'] } as never)
  router.get('/api/sheets/sap-errors', ctx => sapErrors(ctx, db, signedIn(ctx).person))
  serveSapStatus(app, db)
  serveSimulatedSap(app, simulator)
}
