import type { Knex } from 'knex'
import * as pwc from '../../../resources/dispatches/commands/collections.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import type { Config } from '../../platform/config.ts'
import { refused } from '../../platform/errors.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { transact } from '../../platform/transact.ts'
import { authoriseCollection } from './authorise.ts'
import { downloadGatePass } from './gate-pass.ts'
import { modesForInvoice } from './sending-modes.ts'
import { switchMode } from './switch-mode.ts'
import { takePwcStep } from './take-pwc-step.ts'

/** What is done with goods that the party collects. */
export const collectionCommands = ({ secret }: Pick<Config, 'secret'>): Bound[] => [
  bind(pwc.showSendingModes, async ({ invoiceId }, { trx, person }) => ({
    modes: await modesForInvoice(trx, invoiceId, person),
  })),
  bind(pwc.chooseMode, (choice, { trx, person, author }) => switchMode(trx, choice, person, author)),
  // The answer that is kept for a repeated key is the id alone: the number of the paper stands nowhere else.
  bind(pwc.nameCollector, async (named, { trx, person, author }) => ({
    id: (await authoriseCollection(trx, named, person, author)).id,
  })),
  bind(pwc.takePwcStep, async (asked, { trx: db, person, author }) => {
    const wrong = await transact(db, trx => takePwcStep(trx, asked, { person, author, secret }))
    // Only now: the try is counted in the transaction.
    if (wrong) throw refused([{ field: 'code', code: 'WRONG_CODE', message: wrongCode(wrong.triesLeft) }])
    return { done: true }
  }),
]

/** Serves the gate pass as a PDF. */
export const serveGatePass = (router: ApiRouter, db: Knex) =>
  router.get('/api/pwc-collections/:id/gate-pass', ctx => downloadGatePass(ctx, db, ctx.params.id!))

const wrongCode = (left: number) =>
  left === 0
    ? 'The code is wrong, for the fifth time: send a new one'
    : `The code is wrong: ${left === 1 ? 'one try is' : `${left} tries are`} left`
