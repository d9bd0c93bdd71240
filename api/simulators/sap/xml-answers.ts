import { writeXml, type XmlElement } from '../../sap/http/xml.ts'
import { messagesIn, type SapMessage, type SimulatorAnswer } from './answers.ts'

const declaration = '<?xml version="1.0" encoding="utf-8"?>'

/** A refusal as SAP writes it where the service was asked for JSON and fails before it has read so. */
export function inXml(answer: SimulatorAnswer): SimulatorAnswer {
  if (typeof answer.body !== 'object' || answer.body === null || !('error' in answer.body)) return answer
  const [first] = messagesIn(answer)
  const details = messagesIn(answer).map(
    ({ code, message, propertyref = '' }): XmlElement => [
      'errordetail',
      [
        ['code', code],
        ['message', message],
        ['propertyref', propertyref],
        ['severity', 'error'],
        ['target', ''],
      ],
    ],
  )
  const error: XmlElement = [
    'error',
    [
      ['code', first!.code],
      ['message', first!.message, { 'xml:lang': 'en' }],
      ['innererror', [['errordetails', details]]],
    ],
    { xmlns: 'http://schemas.microsoft.com/ado/2007/08/dataservices/metadata' },
  ]
  return {
    ...answer,
    body: declaration + writeXml(error),
    headers: { ...answer.headers, 'Content-Type': 'application/xml' },
  }
}

/** The header `sap-message` as services write it that know no JSON. */
export function notification([first, ...more]: readonly SapMessage[]): string {
  const parts = ({ code, message }: SapMessage): XmlElement[] => [
    ['code', code],
    ['message', message],
    ['severity', 'warning'],
    ['target', ''],
  ]
  const details = more.map((one): XmlElement => ['detail', parts(one)])
  return writeXml(['notification', [...parts(first!), ['details', details]]])
}
