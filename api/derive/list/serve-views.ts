import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { myNotifications } from '../../mail/notifications.ts'
import { layouts } from './layouts.ts'
import { views } from './views.ts'

/** How people look at grids, what they named and how they left them; and what they were told behind the bell. */
export function serveViews(app: Application, db: Knex) {
  app.use('api/layouts', layouts(db) as never, { methods: ['find', 'create'] } as never)
  app.use('api/my-notifications', myNotifications(db) as never, { methods: ['find', 'create'] } as never)
  app.use('api/views', views(db) as never, { methods: ['find', 'create', 'patch', 'remove'] } as never)
}
