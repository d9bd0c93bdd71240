import { packRules } from '@casl/ability/extra'
import { NotAuthenticated } from '@feathersjs/errors'
import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { rulesAsked, rulesFor } from '../derive/rights/ability.ts'
import type { Call } from '../derive/service.ts'
import { askedAsHead } from '../orders/approvals/asked-as-head.ts'
import type { Config } from '../platform/config.ts'
import { readSettings } from '../platform/settings.ts'
import { uploadMegabytes } from '../platform/take-upload.ts'
import type { Viewing } from './viewing.ts'

/** `GET /api/me`: who is signed in, and the packed rules by which the browser hides what would be refused. */
export function serveMe(app: Application, db: Knex, { environment }: Pick<Config, 'environment'>) {
  const me = {
    async find(call: Call) {
      const { person } = call
      const { viewing } = call as { viewing?: Viewing }
      if (!person) throw new NotAuthenticated('Please sign in')
      const { id, name, loginId, userType, roles, employeeId, customerId, mustChangePassword } = person
      return {
        user: {
          id,
          name,
          loginId,
          userType,
          roles,
          employeeId,
          customerId,
          mustChangePassword: mustChangePassword && !viewing,
        },
        askedAsHead: await askedAsHead(db, person),
        viewing: viewing ? { by: viewing.byName, until: viewing.until } : null,
        rules: packRules([...rulesFor(roles), ...rulesAsked(person)]),
        idleMinutes: (await readSettings(db))['login.idle_minutes'],
        uploadMaxMb: await uploadMegabytes(db),
        demo: environment !== 'production',
      }
    },
  }
  app.use('api/me', me as never, { methods: ['find'] } as never)
}
