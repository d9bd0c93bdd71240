import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Call } from '../derive/service.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { serveReadDataFromSap } from '../sap/serve-reads.ts'
import { serveSapStatus } from '../sap/serve-sap-status.ts'
import { proposeLr } from './propose-lr.ts'
import { track } from './track.ts'

/** Registers the services of dispatch and tracking that are not resources. */
export function serveDispatches(app: Application, db: Knex, limits: RateLimits) {
  const services = {
    'lr-proposal': { find: (call: Call) => proposeLr(db, call) },
    track: track(db, limits),
  }
  serveReadDataFromSap(app, db, limits)
  serveSapStatus(app, db)
  for (const [name, service] of Object.entries(services)) {
    app.use(`api/${name}`, service as never, { methods: Object.keys(service) } as never)
  }
}
