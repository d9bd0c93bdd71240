import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { layouts } from './layouts.ts'
import { views } from './views.ts'

/** Serves the saved views and the layouts of grids. */
export function serveViews(app: Application, db: Knex) {
  app.use('api/layouts', layouts(db) as never, { methods: ['find', 'create'] } as never)
  app.use('api/views', views(db) as never, { methods: ['find', 'create', 'patch', 'remove'] } as never)
}
