/** The codes of payment terms in SAP by their days, as the setting `sap.payment_terms` lists them: `N030=30,ADV=0`. */
export const paymentCodes = (setting: string): ReadonlyMap<number, string> =>
  new Map(
    setting
      .split(',')
      .map(one => one.trim().split('='))
      .filter(([code, days]) => code && days && /^\d+$/.test(days))
      .map(([code, days]): [number, string] => [Number(days), code!])
      .reverse(),
  )
