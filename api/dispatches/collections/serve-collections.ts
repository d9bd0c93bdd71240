import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import type { Call } from '../../derive/service.ts'
import type { Config } from '../../platform/config.ts'
import { refused } from '../../platform/errors.ts'
import type { ApiRouter } from '../../platform/router.ts'
import { transact } from '../../platform/transact.ts'
import { downloadGatePass } from './gate-pass.ts'
import { modesForInvoice } from './sending-modes.ts'
import { demandChoosing, switchMode } from './switch-mode.ts'
import { takePwcStep } from './take-pwc-step.ts'

/** Registers what is done with goods that the party collects: `GET` and `POST pwc-choices`, `POST pwc-steps`, and the gate pass. */
export function serveCollections(
  app: Application,
  router: ApiRouter,
  { config: { secret }, db }: { config: Pick<Config, 'secret'>; db: Knex },
) {
  const choices = {
    async find(call: Call) {
      const person = requirePerson(call)
      demandChoosing(person)
      return { modes: await modesForInvoice(db, call.query?.invoiceId, person) }
    },
    async create(body: unknown, call: Call) {
      const person = requirePerson(call)
      const author = requireAuthor(call)
      const { id, rowVersion, transMode } = await transact(db, trx => switchMode(trx, body, person, author))
      return { id, rowVersion, transMode }
    },
  }
  const steps = {
    async create(body: unknown, call: Call) {
      const caller = { person: requirePerson(call), author: requireAuthor(call), secret }
      const wrong = await transact(db, trx => takePwcStep(trx, body, caller))
      // Only now: the try is counted in the transaction.
      if (wrong) throw refused([{ field: 'code', code: 'WRONG_CODE', message: wrongCode(wrong.triesLeft) }])
      return { done: true }
    },
  }
  app.use('api/pwc-choices', choices as never, { methods: ['find', 'create'] } as never)
  app.use('api/pwc-steps', steps as never, { methods: ['create'] } as never)
  router.get('/api/pwc-collections/:id/gate-pass', ctx => downloadGatePass(ctx, db, ctx.params.id!))
}

const wrongCode = (left: number) =>
  left === 0
    ? 'The code is wrong, for the fifth time: send a new one'
    : `The code is wrong: ${left === 1 ? 'one try is' : `${left} tries are`} left`
