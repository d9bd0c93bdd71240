import type { Knex } from 'knex'
import type { Context } from 'koa'
import { sum } from '../../../resources/define/amounts.ts'
import { dayText, quantityText } from '../../../resources/define/show.ts'
import { readId } from '../../derive/list/query.ts'
import { signedIn } from '../../derive/signed-in.ts'
import { code128 } from '../../files/barcode.ts'
import { type Content, head, right } from '../../files/pdf-content.ts'
import { printPdf } from '../../files/print-pdf.ts'
import { today } from '../../platform/clock.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { offerFile } from '../../platform/http/offer-file.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { debitNoteLayout } from '../bills/debit-note-sheet.ts'
import { tremCards } from '../hazards/trem-cards.ts'
import { printPod } from '../pods/print-pod.ts'
import { invoiceLayout } from './invoice-copy.ts'
import { readInvoiceSheet } from './invoice-sheet.ts'
import { lrCopyLayout } from './lr-copy.ts'
import { type LrSheet, readLrSheets } from './lr-sheet.ts'
import { goodsRows } from './paper-parts.ts'

/** The most labels of one document. */
const MOST_LABELS = 2000

/** Lays out a label for each package of these LRs, eight to a page: two columns of four. */
async function labelsLayout(sheets: readonly LrSheet[]): Promise<{ title: string; content: Content[] }> {
  const labels: Content[] = []
  for (const sheet of sheets) {
    const bars = await code128(sheet.lr.lrNo)
    for (let place = 1; place <= sheet.lr.packages; place += 1) labels.push(label(sheet, bars, place))
  }
  const rows = Array.from({ length: Math.ceil(labels.length / 2) }, (_, index) => [
    labels[index * 2]!,
    labels[index * 2 + 1] ?? '',
  ])
  return {
    title: sheets.length === 1 ? `Labels of LR ${sheets[0]!.lr.lrNo}` : 'Labels',
    content: [{ table: { widths: ['*', '*'], heights: 172, dontBreakRows: true, body: rows } }],
  }
}

const label = (
  { lr, company, transporter, consignee, fromCity, toCity }: LrSheet,
  svg: string,
  place: number,
): Content => ({
  margin: [6, 6, 6, 6],
  stack: [
    {
      columns: [
        { text: company.name, bold: true },
        { text: `${place} of ${lr.packages}`, bold: true, alignment: 'right' },
      ],
    },
    { text: `${fromCity} to ${toCity}`, style: 'quiet' },
    { text: consignee?.name ?? '', fontSize: 11, bold: true, margin: [0, 6, 0, 0] },
    { text: [consignee?.address, `${toCity} ${consignee?.pincode ?? ''}`].filter(Boolean).join(', '), fontSize: 8 },
    { svg, fit: [230, 44], margin: [0, 8, 0, 2] },
    {
      columns: [
        { text: `LR ${lr.lrNo}`, bold: true },
        { text: transporter.name, alignment: 'right' },
      ],
    },
    ...(lr.hasHazard ? [{ text: `HAZARDOUS ${lr.unNumber ?? ''}`.trim(), bold: true, color: '#a8071a' }] : []),
  ],
})

/** The most LRs of one loading list or sheet of labels. */
const MOST_LRS = 200

/** Serves the papers of LRs and invoices as PDFs, each to whoever may read its rows. */
export function servePapers(router: ApiRouter, db: Knex, home: string) {
  router.get('/api/lrs/:id/pdf', async ctx => {
    const id = readId(ctx.params.id!)
    if (id === undefined) throw notFound()
    const [sheet] = await readLrSheets(db, [id], signedIn(ctx).person)
    await offerPdf(ctx, lrCopyLayout(sheet!))
  })
  router.get('/api/lrs/:id/trem-cards', async ctx => {
    const id = readId(ctx.params.id!)
    if (id === undefined) throw notFound()
    await offerPdf(ctx, await tremCards(db, id, signedIn(ctx).person))
  })
  router.get('/api/invoices/:id/pdf', async ctx => {
    const id = readId(ctx.params.id!)
    if (id === undefined) throw notFound()
    await offerPdf(ctx, invoiceLayout(await readInvoiceSheet(db, id, signedIn(ctx).person)))
  })
  router.get('/api/dispatches/debit-notes/:id/pdf', async ctx => {
    const id = readId(ctx.params.id!)
    if (id === undefined) throw notFound()
    await offerPdf(ctx, await debitNoteLayout(db, id, signedIn(ctx).person))
  })
  router.get('/api/pods/:id/pdf', async ctx => {
    const id = readId(ctx.params.id!)
    if (id === undefined) throw notFound()
    const { title, bytes } = await printPod(db, home, id, signedIn(ctx).person)
    offerFile(ctx, `${title}.pdf`, 'application/pdf')
    ctx.body = bytes
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

/** Lays out what is loaded for several LRs, for the loading bay: no amounts, but a box to tick for each invoice. */
function loadingListLayout(sheets: readonly LrSheet[]): { title: string; content: Content[] } {
  const lrs = sheets.map(({ lr }) => lr)
  const plants = [...new Set(sheets.map(({ consignor, fromCity }) => consignor?.name ?? fromCity))]
  return {
    title: `Loading list of ${dayText(today())}`,
    content: [
      { text: 'Loading list', fontSize: 15, bold: true },
      {
        text: `${plants.join(', ')}: ${lrs.length} LRs, ${sum(lrs.map(({ packages }) => packages))} packages, ${quantityText(sum(lrs.map(({ actualWeightKg }) => actualWeightKg)))} kg`,
        margin: [0, 2, 0, 12],
      },
      ...sheets.map(consignment),
    ],
  }
}

function consignment({ lr, transporter, consignee, toCity, lines }: LrSheet): Content {
  const notes = [
    lr.vehicleNo && `Vehicle ${lr.vehicleNo}`,
    lr.hasHazard && `HAZARDOUS ${lr.unNumber ?? ''}`.trim(),
    lr.loggerNo && `Temperature logger ${lr.loggerNo}`,
    consignee?.deliveryWindow && `Receives goods ${consignee.deliveryWindow}`,
  ].filter(Boolean)
  return {
    unbreakable: lines.length < 20,
    margin: [0, 0, 0, 12],
    stack: [
      {
        columns: [
          { text: `${lr.lrNo} · ${transporter.name}`, bold: true },
          { text: `${consignee?.name ?? ''}, ${toCity}`, alignment: 'right' },
        ],
      },
      ...(notes.length > 0 ? [{ text: notes.join(' · '), style: 'quiet' }] : []),
      {
        table: {
          headerRows: 1,
          widths: [12, 'auto', '*', 'auto', 'auto'],
          body: [
            [head(''), head('Invoice'), head('Goods'), head('Packages', true), head('Weight kg', true)],
            ...lines.map(line => [
              { canvas: [{ type: 'rect', x: 0, y: 1, w: 9, h: 9, lineColor: '#262626' }] },
              line.invoiceNo,
              goodsRows(line),
              right(String(line.packages)),
              right(quantityText(line.weightKg)),
            ]),
          ],
        },
        layout: 'lightHorizontalLines',
        margin: [0, 4, 0, 0],
      },
    ],
  }
}
