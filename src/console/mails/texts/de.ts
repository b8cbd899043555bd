// German texts of e-mails to users.
import type { UserMailTexts } from './user-mail-texts.ts'

export const de: UserMailTexts = {
  actions: {
    APPROVAL_DECLINED: 'Anforderung abgelehnt',
    APPROVAL_GIVEN: 'Anforderung genehmigt',
    APPROVAL_REQUESTED: 'Genehmigung angefordert',
    CONTROLS_WEAKENED: 'Schutzmaßnahmen gelockert',
    GATEWAY_SETTINGS_CHANGED: 'Gateway-Einstellungen geändert',
    LINK_CHANGED: 'Acquirer-Verbindung geändert',
    LINK_CREATED: 'Acquirer-Verbindung erstellt',
    LINK_DISABLED: 'Acquirer-Verbindung deaktiviert',
    LINK_ENABLED: 'Acquirer-Verbindung aktiviert',
    ROUTES_CHANGED: 'Routen geändert',
  },
  code: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    text: 'Geben Sie diesen Code auf Ihrer Kontoseite in der Konsole ein, angemeldet als {login}. Er gilt {minutes} Minuten.',
    unexpected: 'Wenn Sie diesen Code nicht angefordert haben, ignorieren Sie diese E-Mail.',
  },
  addressChanged: {
    subject: 'Meldungen kommen nicht mehr an diese Adresse',
    text: 'Meldungen für {login} kommen nicht mehr an diese Adresse. {actor} hat am {time} die Adresse oder den Benutzer geändert.',
    unexpected: 'Wenn Sie das nicht erwartet haben, informieren Sie sofort einen Benutzeradministrator.',
  },
  alert: {
    subject: 'Meldung: {action}',
    time: 'Zeit',
    user: 'Benutzer',
    merchant: 'Händler',
    link: 'Acquirer-Anbindung',
    weakened: 'Die Schutzmaßnahmen sind schwächer als zuvor.',
    changes: 'Änderungen',
    more: 'und {count} weitere',
    none: 'kein Wert',
  },
  summary: {
    subject: 'Tagesübersicht: {count} Änderungen an Schutzmaßnahmen, Verbindungen und Zugängen',
    text: 'Von {from} bis {until}:',
  },
  open: 'In der Konsole öffnen:',
}
