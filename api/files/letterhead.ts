import { type Company, companyLines } from '../platform/company.ts'
import type { Content } from './pdf-content.ts'

/** The colours of the company on paper and in mails. */
export const PURPLE = '#503291'
export const PINK = '#d6157b'

const ruled = {
  hLineWidth: (line: number) => (line === 1 ? 1.5 : 0),
  vLineWidth: () => 0,
  hLineColor: () => PINK,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingBottom: () => 8,
}

/** The head of a document of the company: who writes, with address and GSTIN, then what the document is, and of whom. */
export const letterhead = (company: Company, below: string | null, document: readonly Content[]): Content => ({
  stack: [
    {
      table: {
        widths: ['*'],
        body: [
          [
            {
              columns: [
                { text: company.name, fontSize: 15, bold: true, color: PURPLE },
                {
                  stack: companyLines(company).map(text => ({ text, style: 'quiet' })),
                  alignment: 'right',
                  width: '*',
                },
              ],
              columnGap: 16,
            },
          ],
        ],
      },
      layout: ruled,
      margin: [0, 0, 0, 10],
    },
    { columns: [{ stack: [...document] }, { text: below ?? '', alignment: 'right', width: 'auto' }], columnGap: 16 },
  ],
  margin: [0, 0, 0, 12],
})
