// The few words that the library itself shows around our page.

/** @typedef {{ payment: string, close: string, loading: string }} Words */

/** @type {Record<string, Words>} */
const words = {
  en: { payment: 'Payment', close: 'Cancel payment', loading: 'Loading…' },
  de: { payment: 'Bezahlen', close: 'Bezahlen abbrechen', loading: 'Wird geladen …' },
  fr: { payment: 'Paiement', close: 'Annuler le paiement', loading: 'Chargement…' },
  es: { payment: 'Pago', close: 'Cancelar el pago', loading: 'Cargando…' },
  ar: { payment: 'الدفع', close: 'إلغاء الدفع', loading: 'جارٍ التحميل…' },
}

/**
 * @param {unknown} locale what the shop asked for, such as de_DE; otherwise the browser's own
 * @returns {Words & { language: string }}
 */
export function wordsFor(locale) {
  const wanted = typeof locale === 'string' && locale !== '' ? locale : navigator.language
  const language = wanted.slice(0, 2).toLowerCase()
  const found = words[language]
  return found ? { ...found, language } : { .../** @type {Words} */ (words['en']), language: 'en' }
}
