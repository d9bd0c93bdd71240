import sharp from 'sharp'
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
  form.set('file', new File([smallPdf(name)], name, { type: 'application/pdf' }))
  return sendForm(portal, who, '/api/attachments', form)
}

/** A PDF of one empty page, which says its name. */
export const smallPdf = (name: string) =>
  `%PDF-1.4 ${name}
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R/Size 4>>
%%EOF`

/** Sends a form with files. */
export async function sendForm(portal: TestPortal, who: ApiClient, path: string, form: FormData): Promise<Answer> {
  const headers = { authorization: `Bearer ${who.token}` }
  const response = await fetch(portal.url + path, { method: 'POST', body: form, headers })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

/** The file that somebody gets at a path. */
export async function download({ url }: Pick<TestPortal, 'url'>, who: ApiClient, path: string) {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${who.token}` } })
  const type = answer.headers.get('content-type')
  return { status: answer.status, type, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** A photo as a phone takes it: lying on its side, with the place of the ship-to written beside the picture. */
export const photoWithPlace = (side = 64): Promise<Buffer> =>
  sharp({ create: { width: side, height: side / 2, channels: 3, background: '#808080' } })
    .withExif({
      IFD0: { Make: 'PhoneMaker', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 12/1', GPSLongitudeRef: 'E', GPSLongitude: '73/1 51/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** The beginning of a photo of a newer phone, which browsers and offices cannot open. */
export const heicPhoto = (): Buffer => Buffer.from('000000186674797068656963000000006d69663168656963', 'hex')
