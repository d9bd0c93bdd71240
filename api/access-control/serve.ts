import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Config } from '../platform/config.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { accessExplained } from './access-explained.ts'
import { lockedLogins } from './locked-logins.ts'
import { myContact } from './my-contact.ts'
import { myDetails } from './my-details.ts'
import { mySessions } from './my-sessions.ts'
import { peopleAndRoles } from './people-and-roles.ts'
import { requestAccess } from './request-access.ts'
import { logins } from './serve-logins.ts'
import { transporterLogins } from './transporter-logins.ts'
import { viewAs } from './view-as.ts'
import { whoGrants } from './who-grants.ts'

/** Registers the services of access control that are not resources. */
export function serveAccessControl(app: Application, db: Knex, config: Config, limits: RateLimits) {
  app.use('api/locked-logins', lockedLogins(db) as never, { methods: ['find', 'create'] } as never)
  app.use('api/logins', logins(db, config) as never, { methods: ['find', 'create'] } as never)
  app.use('api/transporter-logins', transporterLogins(db) as never, { methods: ['find'] } as never)
  app.use('api/my-contact', myContact(db, config, limits) as never, { methods: ['create'] } as never)
  app.use('api/my-sessions', mySessions(db) as never, { methods: ['remove'] } as never)
  app.use('api/people-and-roles', peopleAndRoles(db) as never, { methods: ['find'] } as never)
  app.use('api/access-explained', accessExplained(db) as never, { methods: ['find'] } as never)
  app.use('api/request-access', requestAccess(db) as never, { methods: ['create'] } as never)
  app.use('api/view-as', viewAs(db) as never, { methods: ['create', 'remove'] } as never)
  app.use('api/who-grants', whoGrants(db) as never, { methods: ['find'] } as never)
  app.use('api/my-details', myDetails(db) as never, { methods: ['find'] } as never)
}
