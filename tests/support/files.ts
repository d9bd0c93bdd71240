import type { Answer, ApiClient, TestPortal } from './portal.ts'

/** Uploads a small PDF for a row of this kind, as a person would. */
export async function sendFile(
  portal: TestPortal,
  who: ApiClient,
  ownerType: string,
  name = 'paper.pdf',
): Promise<Answer> {
  const form = new FormData()
  form.set('ownerType', ownerType)
  form.set('file', new File([`%PDF-1.4 ${name}`], name, { type: 'application/pdf' }))
  return sendForm(portal, who, '/api/attachments', form)
}

/** Sends a form with files. */
export async function sendForm(portal: TestPortal, who: ApiClient, path: string, form: FormData): Promise<Answer> {
  const headers = { authorization: `Bearer ${who.token}` }
  const response = await fetch(portal.url + path, { method: 'POST', body: form, headers })
  return { status: response.status, body: await response.json(), headers: response.headers }
}
