import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { layoutService } from './layouts.ts'
import { viewService } from './views.ts'

/** Serves the saved views and the layouts of grids. */
export function serveViews(app: Application, db: Knex) {
  app.use('api/layouts', layoutService(db) as never, { methods: ['find', 'create'] } as never)
  app.use('api/views', viewService(db) as never, { methods: ['find', 'create', 'patch', 'remove'] } as never)
}
