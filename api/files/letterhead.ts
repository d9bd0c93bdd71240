import { type Company, companyLines } from '../platform/company.ts'
import type { Content } from './pdf-content.ts'

/** The head of a document of the company: who writes, with address and GSTIN, and on the right what the document is. */
export const letterhead = (company: Company, below: string | null, document: readonly Content[]): Content => ({
  stack: [
    {
      columns: [
        {
          stack: [
            { text: company.name, fontSize: 15, bold: true },
            ...companyLines(company).map(text => ({ text, style: 'quiet' })),
            ...(below === null ? [] : [{ text: below, margin: [0, 4, 0, 0] }]),
          ],
        },
        { stack: [...document], alignment: 'right', width: 'auto' },
      ],
      columnGap: 16,
    },
  ],
  margin: [0, 0, 0, 12],
})
