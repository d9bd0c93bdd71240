import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { palette } from '../palette/palette.ts'
import { home } from './home.ts'
import { homeTrends } from './trends.ts'

/** Registers what the home page and the command palette ask. */
export function serveHome(app: Application, db: Knex) {
  const services = { home: home(db), 'home-trends': homeTrends(db), palette: palette(db) }
  for (const [name, service] of Object.entries(services))
    app.use(`api/${name}`, service as never, { methods: ['find'] } as never)
}
