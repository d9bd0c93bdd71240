import type { Knex } from 'knex'
import type { Context } from 'koa'
import { sum } from '../../../resources/define/amounts.ts'
import { readId } from '../../derive/list/query.ts'
import { signedIn } from '../../derive/signed-in.ts'
import { printPdf } from '../../files/print-pdf.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { offerFile } from '../../platform/http/offer-file.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { labelsLayout, MOST_LABELS } from './labels.ts'
import { loadingListLayout } from './loading-list.ts'
import { lrCopyLayout } from './lr-copy.ts'
import { readLrSheets } from './lr-sheet.ts'

/** The most LRs of one loading list or sheet of labels. */
const MOST_LRS = 200

/** Serves the papers of LRs as PDFs, each to whoever may read its LRs. */
export function servePapers(router: ApiRouter, db: Knex) {
  router.get('/api/lrs/:id/pdf', async ctx => {
    const id = readId(ctx.params.id!)
    if (id === undefined) throw notFound()
    const [sheet] = await readLrSheets(db, [id], signedIn(ctx).person)
    await offerPdf(ctx, lrCopyLayout(sheet!))
  })
  router.get('/api/lr-papers/loading-list', async ctx => {
    await offerPdf(ctx, loadingListLayout(await sheetsOf(ctx, db)))
  })
  router.get('/api/lr-papers/labels', async ctx => {
    const sheets = await sheetsOf(ctx, db)
    const packages = sum(sheets.map(({ lr }) => lr.packages))
    if (packages > MOST_LABELS)
      throw invalidField(
        'ids',
        'RANGE',
        `Labels are printed for up to ${MOST_LABELS} packages at once: choose fewer LRs`,
      )
    await offerPdf(ctx, await labelsLayout(sheets))
  })
}

function sheetsOf(ctx: Context, db: Knex) {
  const { person } = signedIn(ctx)
  return readLrSheets(db, idsOf(ctx), person)
}

async function offerPdf(ctx: Context, layout: { title: string; content: object[] }) {
  const pdf = await printPdf(layout)
  offerFile(ctx, `${layout.title}.pdf`, 'application/pdf')
  ctx.body = pdf
}

function idsOf(ctx: Context): number[] {
  const given = String(ctx.query.ids ?? '').split(',')
  const ids = given.map(id => readId(id))
  if (ids.length > MOST_LRS || ids.some(id => id === undefined))
    throw invalidField('ids', 'TYPE', `LRs are required: choose 1 to ${MOST_LRS} of them`)
  return [...new Set(ids as number[])]
}
