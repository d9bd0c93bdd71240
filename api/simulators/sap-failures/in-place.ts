import type { SimulatedMode } from '../../../resources/platform/simulated-sap.ts'
import { type SimulatorAnswer, sapRefusal } from '../sap/answers.ts'
import { page } from './refusals.ts'

const html = { 'Content-Type': 'text/html;charset=utf-8' }

const signInPage: SimulatorAnswer = {
  status: 200,
  body: '<!DOCTYPE html><html><head><title>Sign in to SAP</title></head><body><form method="post"><input name="sap-user"><input name="sap-password" type="password"></form></body></html>',
  headers: html,
}

/** What comes in place of an answer, by mode: SAP does not do what is asked. */
const inPlace: Partial<Record<SimulatedMode, SimulatorAnswer>> = {
  'sign-in-page': signInPage,
  redirect: { status: 302, body: '', headers: { Location: 'https://login.example.com/saml2/idp/sso' } },
  'web-page': page(200, 'Welcome to the load balancer'),
  'no-service': sapRefusal(403, [
    { code: '/IWFND/MED/170', message: 'No service found for namespace , name, version 0001' },
  ]),
  forbidden: page(403, 'Forbidden'),
  'token-refused': {
    ...sapRefusal(403, [{ code: '/IWFND/CM_CONSUMER/403', message: 'CSRF token validation failed.' }]),
    headers: { 'X-CSRF-Token': 'Required' },
  },
  'not-found-page': page(404, 'Not Found'),
  broken: page(500, 'Application Server Error'),
  'down-page': page(503, 'Service Unavailable'),
}

const soapFault: SimulatorAnswer = {
  status: 500,
  body: `<soap-env:Envelope xmlns:soap-env="http://schemas.xmlsoap.org/soap/envelope/"><soap-env:Header/><soap-env:Body><soap-env:Fault><faultcode>soap-env:Server</faultcode><faultstring xml:lang="en">Web service processing error</faultstring><detail><n0:ExceptionFault xmlns:n0="http://sap.com/xi/SAPSCORE/SFIN"><faultText>Ledger 0L is locked for posting</faultText></n0:ExceptionFault></detail></soap-env:Fault></soap-env:Body></soap-env:Envelope>`,
  headers: { 'Content-Type': 'text/xml;charset=utf-8' },
}

/** The answer that comes in place of doing anything; null where the modes let the call pass. */
export function inPlaceOf(modes: readonly SimulatedMode[], isSoap: boolean): SimulatorAnswer | null {
  if (isSoap && modes.includes('soap-fault')) return soapFault
  return modes.map(mode => inPlace[mode]).find(Boolean) ?? null
}

/** What comes in place of the answer, by mode: SAP has done what is asked. */
const afterwards: Partial<Record<SimulatedMode, (answer: SimulatorAnswer) => SimulatorAnswer>> = {
  atom: ({ status }) => ({
    status,
    body: '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title type="text">A_SalesOrder</title><entry/></feed>',
    headers: { 'Content-Type': 'application/atom+xml;charset=utf-8' },
  }),
  empty: () => ({ status: 200, body: '' }),
  'gateway-late': () => page(504, 'Gateway Time-out'),
}

/** The answer to what was done, or what comes in its place. */
export function insteadOf(answer: SimulatorAnswer, modes: readonly SimulatedMode[]): SimulatorAnswer {
  if (answer.status >= 300) return answer
  const spoil = modes.map(mode => afterwards[mode]).find(Boolean)
  return spoil ? spoil(answer) : answer
}
