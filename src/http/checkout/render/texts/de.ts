// German.
import type { CheckoutTexts } from './checkout-texts.ts'

export const de: CheckoutTexts = {
  sandbox: 'Testmodus: Es wird nichts wirklich bezahlt.',

  payTo: 'Zahlung an {merchant}',
  verifyFor: 'Kartenprüfung für {merchant}',
  keepFor: 'Ihre Zahlungsdaten für {merchant}',
  pay: '{amount} bezahlen',
  continueTo: 'Weiter zu {provider}',
  noteProvider: 'Sie bezahlen auf der Seite von {provider} und kommen danach hierher zurück.',
  payPlain: 'Jetzt bezahlen',
  verify: 'Karte prüfen',
  keep: 'Speichern und weiter',
  sending: 'Einen Moment…',
  noteAuthorize: 'Der Betrag wird jetzt reserviert und abgebucht, sobald {merchant} Ihre Bestellung ausführt.',
  noteVerify: 'Es wird nichts abgebucht. Ihre Bank prüft nur die Angaben.',
  noteKeep: 'Es wird jetzt nichts abgebucht.',
  secure: 'Verschlüsselt. {merchant} sieht Ihre vollständigen Zahlungsdaten nie.',
  cancel: 'Abbrechen und zurück zu {merchant}',
  timeLeft: 'Verbleibende Zeit: {time}',
  timeLeftSpoken: 'Diese Seite schließt in {seconds} Sekunden.',

  orderSummary: 'Ihre Bestellung',
  order: 'Bestellung',
  reference: 'Referenz',
  quantity: 'Menge: {quantity}',
  tax: 'Steuer',
  shipping: 'Versand',
  discount: 'Rabatt',
  total: 'Gesamtbetrag',
  deliverTo: 'Lieferung an',

  paymentMethod: 'Zahlungsart',
  sources: { CARD: 'Karte', GIFT_CARD: 'Geschenk\u00adkarte', ACH: 'Bankkonto' },
  anotherCard: 'Andere Karte',
  savedDetails: 'Gespeichert',
  cardDetails: 'Kartendaten',
  contact: 'Kontakt',
  billingAddress: 'Rechnungsadresse',
  optional: 'optional',
  expiry: 'Gültig bis',
  expiryPast: 'Diese Karte ist abgelaufen. Prüfen Sie das Datum oder nehmen Sie eine andere Karte.',
  monthExample: 'MM',
  yearExample: 'JJ',
  codeOnBack: '3 Ziffern auf der Rückseite',
  codeOnFront: '4 Ziffern auf der Vorderseite',
  accountTypes: {
    CONSUMER_CHECKING: 'Privates Girokonto',
    CONSUMER_SAVINGS: 'Privates Sparkonto',
    CORPORATE_CHECKING: 'Geschäftskonto',
  },
  achConsent: 'Damit erlauben Sie {merchant}, den Betrag dieser Bestellung von diesem Konto einzuziehen.',
  choose: 'Bitte wählen',
  fields: {
    source: {
      label: 'Zahlungsart',
      missing: 'Wählen Sie, wie Sie bezahlen möchten.',
      invalid: 'Wählen Sie eine der angebotenen Zahlungsarten.',
    },
    cardNumber: {
      label: 'Kartennummer',
      missing: 'Geben Sie Ihre Kartennummer ein.',
      invalid: 'Diese Kartennummer ist unvollständig oder enthält einen Tippfehler.',
    },
    nameOnCard: {
      label: 'Name auf der Karte',
      missing: 'Geben Sie den Namen ein, wie er auf der Karte steht.',
      invalid: 'Geben Sie den Namen ein, wie er auf der Karte steht.',
    },
    expiryMonth: {
      label: 'Ablaufmonat',
      missing: 'Geben Sie den Monat ein, in dem die Karte abläuft.',
      invalid: 'Geben Sie den Monat mit zwei Ziffern ein, von 01 bis 12.',
    },
    expiryYear: {
      label: 'Ablaufjahr',
      missing: 'Geben Sie das Jahr ein, in dem die Karte abläuft.',
      invalid: 'Geben Sie die letzten zwei Ziffern des Jahres ein.',
    },
    securityCode: {
      label: 'Prüfnummer',
      missing: 'Geben Sie die Prüfnummer Ihrer Karte ein.',
      invalid: 'Diese Prüfnummer ist unvollständig.',
    },
    giftCardNumber: {
      label: 'Nummer der Geschenkkarte',
      missing: 'Geben Sie die Nummer Ihrer Geschenkkarte ein.',
      invalid: 'Diese Nummer ist unvollständig oder enthält einen Tippfehler.',
    },
    giftCardPin: {
      label: 'PIN',
      missing: 'Geben Sie die PIN Ihrer Geschenkkarte ein.',
      invalid: 'Eine PIN hat 4 bis 8 Ziffern.',
    },
    achAccountType: {
      label: 'Kontoart',
      missing: 'Wählen Sie die Art Ihres Kontos.',
      invalid: 'Wählen Sie die Art Ihres Kontos.',
    },
    achAccountHolder: {
      label: 'Kontoinhaber',
      missing: 'Geben Sie den Namen des Kontoinhabers ein.',
      invalid: 'Geben Sie den Namen ein, wie Ihre Bank ihn führt, mit höchstens 28 Zeichen.',
    },
    achAccountNumber: {
      label: 'Kontonummer',
      missing: 'Geben Sie Ihre Kontonummer ein.',
      invalid: 'Eine Kontonummer hat höchstens 17 Buchstaben und Ziffern.',
    },
    achAccountNumberAgain: {
      label: 'Kontonummer wiederholen',
      missing: 'Geben Sie Ihre Kontonummer ein zweites Mal ein.',
      invalid: 'Die beiden Kontonummern stimmen nicht überein.',
    },
    achRoutingNumber: {
      label: 'Bankleitzahl (Routing Number)',
      missing: 'Geben Sie die Routing Number Ihrer Bank ein.',
      invalid: 'Eine Routing Number hat 9 Ziffern.',
    },
    bankIdentifier: {
      label: 'Bankleitzahl',
      missing: 'Geben Sie die Bankleitzahl Ihrer Bank ein.',
      invalid: 'Eine Bankleitzahl hat 8 Ziffern.',
    },
    email: {
      label: 'E-Mail',
      missing: 'Geben Sie Ihre E-Mail-Adresse ein.',
      invalid: 'Diese E-Mail-Adresse ist unvollständig.',
    },
    billingStreet: {
      label: 'Straße und Hausnummer',
      missing: 'Geben Sie Straße und Hausnummer ein.',
      invalid: 'Geben Sie höchstens 100 Zeichen ein.',
    },
    billingStreet2: {
      label: 'Adresszusatz',
      missing: 'Geben Sie den Adresszusatz ein.',
      invalid: 'Geben Sie höchstens 100 Zeichen ein.',
    },
    billingCity: {
      label: 'Ort',
      missing: 'Geben Sie Ihren Ort ein.',
      invalid: 'Geben Sie höchstens 100 Zeichen ein.',
    },
    billingStateProvince: {
      label: 'Bundesland',
      missing: 'Geben Sie Ihr Bundesland ein.',
      invalid: 'Geben Sie höchstens 20 Zeichen ein.',
    },
    billingPostcodeZip: {
      label: 'Postleitzahl',
      missing: 'Geben Sie Ihre Postleitzahl ein.',
      invalid: 'Geben Sie höchstens 10 Buchstaben und Ziffern ein.',
    },
    billingCountry: {
      label: 'Land',
      missing: 'Wählen Sie Ihr Land.',
      invalid: 'Wählen Sie ein Land aus der Liste.',
    },
  },

  pleaseCheck: 'Bitte prüfen Sie diese Angaben',
  errorTitle: 'Fehler: {title}',
  declinedTitle: 'Ihre Zahlung wurde nicht ausgeführt',
  declined: {
    AUTHENTICATION_FAILED:
      'Ihre Bank konnte nicht bestätigen, dass Sie es sind. Versuchen Sie es noch einmal oder nehmen Sie eine andere Karte.',
    CANCELLED_AT_PROVIDER:
      'Sie haben die Zahlung bei {provider} abgebrochen. Versuchen Sie es noch einmal oder bezahlen Sie anders.',
    UNFINISHED_AT_PROVIDER:
      'Die Zahlung bei {provider} wurde nicht abgeschlossen. Versuchen Sie es noch einmal oder bezahlen Sie anders.',
    DECLINED_BY_PROVIDER: '{provider} hat sie abgelehnt. Bezahlen Sie auf eine andere Art.',
    PROVIDER_UNREACHABLE:
      '{provider} war nicht zu erreichen. Versuchen Sie es gleich noch einmal oder bezahlen Sie anders.',
    DECLINED: 'Ihre Bank hat sie abgelehnt. Versuchen Sie es mit einer anderen Karte oder fragen Sie Ihre Bank.',
    CARD_EXPIRED:
      'Die Karte ist abgelaufen, oder ihr Ablaufdatum stimmt nicht. Prüfen Sie das Datum oder nehmen Sie eine andere Karte.',
    SECURITY_CODE: 'Die Prüfnummer stimmt nicht. Bitte geben Sie sie noch einmal ein.',
    INSUFFICIENT_FUNDS: 'Das Konto ist nicht ausreichend gedeckt. Versuchen Sie es mit einer anderen Karte.',
    TRY_LATER: 'Ihre Bank war nicht zu erreichen. Bitte versuchen Sie es gleich noch einmal.',
    NOT_SUPPORTED: 'Diese Kartenart kann hier nicht verwendet werden. Versuchen Sie es mit einer anderen.',
    BLOCKED:
      'Diese Zahlung kann nicht angenommen werden. Versuchen Sie es mit einer anderen Karte oder wenden Sie sich an den Händler.',
  },
  attemptsLeft: 'Verbleibende Versuche: {count}',

  questions: 'Fragen zu Ihrer Bestellung?',
  service: 'Zahlung über Tollgate',

  wait: {
    title: 'Ihre Zahlung wird ausgeführt',
    text: 'Das dauert einige Sekunden. Bitte lassen Sie diese Seite offen und bezahlen Sie nicht noch einmal.',
  },
  waitAtProvider: {
    title: '{provider} bearbeitet Ihre Zahlung noch',
    text: 'Sie müssen nicht warten: Der Shop erfährt es, sobald es entschieden ist. Bitte bezahlen Sie nicht noch einmal.',
  },
  checkAgain: 'Erneut prüfen',
  unfinished: {
    title: 'Ihre Zahlung bei {provider} ist nicht abgeschlossen',
    text: 'Machen Sie dort weiter oder bezahlen Sie auf eine andere Art. Nichts wird doppelt bezahlt.',
  },
  continueAt: 'Weiter bei {provider}',
  anotherWay: 'Anders bezahlen',
  leave: { title: 'Weiter geht es bei {provider}', text: 'Einen Moment…' },

  challenge: {
    title: 'Ihre Bank prüft, ob Sie es sind',
    text: 'Bitte folgen Sie unten den Schritten Ihrer Bank. Danach geht die Zahlung von selbst weiter.',
  },
  challengeFrame: 'Die Seite Ihrer Bank',
  challengeBegin: 'Seite meiner Bank zeigen',
  challengeDone: 'Bei der Bank fertig, und nichts geschieht?',
  challenged: { title: 'Vielen Dank', text: 'Ihre Bank hat Ihre Antwort. Ihre Zahlung geht jetzt weiter.' },

  receipt: {
    PAID: { title: 'Zahlung erfolgt', text: 'Vielen Dank. {merchant} hat Ihre Zahlung erhalten.' },
    AUTHORIZED: {
      title: 'Zahlung bestätigt',
      text: 'Vielen Dank. {merchant} bucht den Betrag ab, sobald Ihre Bestellung ausgeführt wird.',
    },
    VERIFIED: { title: 'Karte geprüft', text: 'Vielen Dank. Es wurde nichts abgebucht.' },
    KEPT: { title: 'Angaben gespeichert', text: 'Vielen Dank. Es wurde nichts abgebucht.' },
    FAILED: {
      title: 'Zahlung nicht abgeschlossen',
      text: 'Keiner der Versuche war erfolgreich. Bitte wenden Sie sich an {merchant} oder beginnen Sie im Shop von vorn.',
    },
  },
  receiptAmount: 'Betrag',
  receiptMerchant: 'Händler',
  receiptTransaction: 'Transaktion',
  receiptTime: 'Datum',
  receiptSource: 'Zahlungsart',
  keepPage: 'Sie können diese Seite für Ihre Unterlagen drucken.',
  back: 'Zurück zu {merchant}',
  backPlain: 'Zurück zum Shop',

  notice: {
    RETURNED_PAID: { title: 'Zahlung abgeschlossen', text: 'Ihre Zahlung hat geklappt. Der Shop weiß Bescheid.' },
    RETURNED_UNPAID: {
      title: 'Die Zahlung hat nicht geklappt',
      text: 'Es wurde nichts bezahlt. Bitte kehren Sie zum Shop zurück und versuchen Sie es dort noch einmal.',
    },
    RETURNED_OPEN: {
      title: 'Ihre Zahlung wird bearbeitet',
      text: 'Sie ist noch nicht entschieden. Der Shop erfährt es; bitte bezahlen Sie nicht noch einmal.',
    },
    UNKNOWN: {
      title: 'Unter dieser Adresse gibt es keine Zahlung',
      text: 'Der Link ist unvollständig oder nicht mehr gültig. Bitte beginnen Sie im Shop von vorn.',
    },
    EXPIRED: {
      title: 'Die Zeit zum Bezahlen ist abgelaufen',
      text: 'Zu Ihrer Sicherheit wurde diese Seite geschlossen. Bitte beginnen Sie im Shop von vorn.',
    },
    CANCELLED: { title: 'Zahlung abgebrochen', text: 'Sie können diese Seite schließen oder zum Shop zurückkehren.' },
    NOT_HERE: {
      title: 'Diese Seite kann hier nicht gezeigt werden',
      text: 'Die Website des Shops darf die Zahlungsseite nicht in ihrer eigenen zeigen. Bitte öffnen Sie sie in einem eigenen Fenster.',
    },
    BROKEN: {
      title: 'Bei uns ist etwas schiefgegangen',
      text: 'Bitte versuchen Sie es gleich noch einmal. Wenn Sie gerade bezahlt haben, fragen Sie beim Shop nach, bevor Sie erneut bezahlen.',
    },
    BUSY: {
      title: 'Bitte versuchen Sie es gleich noch einmal',
      text: 'Zahlungen sind im Moment nicht möglich. Warten Sie einige Sekunden und laden Sie diese Seite dann neu.',
    },
  },

  handOver: { title: 'Zurück zu {merchant}', text: 'Einen Moment…' },
  goOn: 'Weiter',
}
