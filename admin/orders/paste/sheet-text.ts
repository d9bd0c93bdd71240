import { api } from '../../shell/api.ts'

/** Reads a workbook or CSV file as text, as if its rows had been copied from a spreadsheet. */
export async function sheetText(file: File): Promise<{ text: string; warnings: string[] }> {
  const form = new FormData()
  form.append('file', file)
  return (await api.post<{ text: string; warnings: string[] }>('/order-sheets', form)).data
}
