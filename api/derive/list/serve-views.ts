import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { layouts } from './layouts.ts'
import { views } from './views.ts'

/** How people look at grids: the views they named and how they left each grid. */
export function serveViews(app: Application, db: Knex) {
  app.use('api/layouts', layouts(db) as never, { methods: ['find', 'create'] } as never)
  app.use('api/views', views(db) as never, { methods: ['find', 'create', 'patch', 'remove'] } as never)
}
