import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Call } from '../derive/service.ts'
import { distributorDashboard } from './dashboard.ts'

/** Registers the dashboard of distributors. */
export function serveDistributors(app: Application, db: Knex) {
  const service = { find: (call: Call) => distributorDashboard(db, call) }
  app.use('api/dealerdash', service as never, { methods: ['find'] } as never)
}
