import type { Knex } from 'knex'
import { type CardLabel, cardLabels, hindiCard } from '../../../resources/dispatches/hazards/card-words.ts'
import { hazardClasses } from '../../../resources/dispatches/hazards/classes.ts'
import type { HazardousGoods } from '../../../resources/dispatches/hazards/hazard-of-goods.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { type ProductHazard, productHazard } from '../../../resources/masters/product-hazard.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readableRow } from '../../derive/rights/readable-row.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Content } from '../../files/pdf-content.ts'
import { type Company, companyOf } from '../../platform/company.ts'
import { readSettings } from '../../platform/settings.ts'
import { refusal } from '../events/refusal.ts'
import { goodsOfLrs, hazardsOf } from './hazards-of-lrs.ts'

/** A card for each hazardous product of an LR, in English and Hindi. Throws 404 out of scope, 422 where there is none. */
export async function tremCards(
  db: Knex,
  lrId: number,
  person: Person,
): Promise<{ title: string; content: Content[] }> {
  const of = await readableRow(db, lr, lrId, person)
  const { hazardous } = await hazardsOf(db, await goodsOfLrs(db, [lrId]))
  const known = hazardous.filter(({ hazardClass }) => hazardClass !== null)
  if (known.length === 0)
    throw refusal(
      hazardous.length === 0
        ? `LR ${of.lrNo} has no hazardous goods: it needs no TREM card`
        : `${hazardous[0]!.code} has no UN number: enter it under Product Hazards`,
    )
  const texts = await rowsOf(db, productHazard, rows =>
    rows.whereIn(
      'productId',
      known.map(({ productId }) => productId),
    ),
  )
  const company = companyOf(await readSettings(db))
  const cards = known.flatMap(one => {
    const text = texts.find(({ productId }) => productId === one.productId)!
    return [card(of.lrNo, company, one, text, 0), card(of.lrNo, company, one, text, 1)]
  })
  return {
    title: `TREM cards of LR ${of.lrNo}`,
    content: cards.map((content, index) => ({ ...content, ...(index > 0 && { pageBreak: 'before' }) })),
  }
}

/** The card of goods in one language: 0 English, 1 Hindi. */
function card(lrNo: string, company: Company, goods: HazardousGoods, text: ProductHazard, language: 0 | 1): Content {
  const hindi = hindiCard(goods.hazardClass!)
  const said = (part: 'dangers' | 'protection' | 'spill' | 'fire' | 'firstAid') =>
    language === 1 ? hindi[part] : text[part]
  const classText = `${goods.hazardClass} ${hazardClasses[goods.hazardClass!]}`
  const rows: [CardLabel, string | null][] = [
    ['consignor', company.name],
    ['telephone', goods.emergencyPhone],
    ['goods', [goods.properName, goods.technicalName && `(${goods.technicalName})`].filter(Boolean).join(' ')],
    ['unNo', goods.unNo],
    // CMVR rule 137 numbers gases the other way round, so that the words are printed beside the number.
    [
      'hazardClass',
      [classText, goods.subRisk && `(${goods.subRisk} ${hazardClasses[goods.subRisk]})`].filter(Boolean).join(' '),
    ],
    ['packingGroup', goods.packingGroup === 'NONE' ? null : goods.packingGroup],
    ['eac', goods.eac ?? 'see SDS'],
    ['look', text.look],
    ...(['dangers', 'protection', 'spill', 'fire', 'firstAid'] as const).map((part): [CardLabel, string | null] => [
      part,
      said(part),
    ]),
  ]
  return {
    stack: [
      {
        text: language === 0 ? 'TREM card: Transport Emergency Card' : 'ट्रेम कार्ड: परिवहन आपातकालीन कार्ड',
        style: 'title',
      },
      { text: `LR ${lrNo} · ${goods.code} ${goods.name}`, style: 'quiet', margin: [0, 2, 0, 10] },
      {
        table: {
          widths: [150, '*'],
          body: rows
            .filter(([, value]) => value)
            .map(([label, value]) => [
              { text: cardLabels[label][language], bold: true },
              { text: value, bold: label === 'telephone' || label === 'unNo' },
            ]),
        },
        layout: 'lightHorizontalLines',
      },
    ],
  }
}
