/**
 * Words of headers in five languages, by field. A header with a word of one field is read as that field, with a note. A word
 * with `?` behind it is never read so, and `mapping draft` proposes its fields: it has several meanings, or decides how an
 * exam is held. Sources: the language packs of Moodle and OpenOLAT, and usual words.
 */
type Language = 'en' | 'nl' | 'de' | 'fr' | 'es';
export type WordsByLanguage = Readonly<Partial<Record<Language, readonly string[]>>>;

const PERSON_ID: WordsByLanguage = {
  en: ['id number?', 'student id', 'student number', 'user id?', 'id?', 'student no?', 'student no.?', 'student nr?'],
  nl: ['nummer (id)?', 'studentnummer', 'leerlingnummer', 'stamnummer', 'leerlingnr', 'studentnr'],
  de: [
    'id-nummer?',
    'matrikelnummer',
    'matrikelnr.',
    'matrikel-nr.',
    'matrikel?',
    'institutionsnummer (matrikelnummer)',
  ],
  fr: [
    ...["numéro d'identification?", "numéro d'étudiant", 'numéro étudiant', "numéro d'élève", 'matricule'],
    ...['n° étudiant', 'code apprenant', 'ine?'],
  ],
  es: [
    ...['número de id?', 'número de estudiante', 'número de alumno', 'matrícula', 'nº de expediente', 'expediente?'],
    ...['número de expediente'],
  ],
};

/** The words of each field. */
export const FIELD_WORDS: Readonly<Record<string, WordsByLanguage>> = {
  FirstName: {
    en: ['given name', 'forename', 'christian name', 'first?'],
    nl: ['voornaam', 'roepnaam', 'voornamen'],
    de: ['vorname', 'rufname'],
    fr: ['prénom'],
    es: ['nombre?', 'nombre de pila'],
  },
  LastName: {
    en: ['surname', 'family name', 'last?', 'name?'],
    nl: ['achternaam', 'familienaam'],
    de: ['nachname', 'familienname', 'zuname'],
    fr: ['nom?', 'nom de famille'],
    es: ['apellido', 'apellidos', 'apellido(s)', 'primer apellido', 'apellido1', 'apellido 1'],
  },
  Email: {
    en: ['e-mail address', 'mail', 'mail address'],
    nl: ['e-mailadres', 'mailadres', 'schoolmail'],
    de: ['e-mail-adresse', 'mailadresse'],
    fr: [
      ...['adresse de courriel', 'courriel', 'adresse e-mail', 'adresse mail', 'adresse courriel'],
      ...['adresse électronique', 'mél'],
    ],
    es: [
      ...['dirección de correo', 'dirección de e-mail', 'correo', 'correo electrónico'],
      ...['dirección de correo electrónico'],
    ],
  },
  UserName: {
    en: ['login', 'login name', 'account?', 'user principal name?'],
    nl: ['gebruikersnaam', 'inlognaam'],
    de: ['anmeldename', 'benutzername'],
    fr: ["nom d'utilisateur", 'identifiant de connexion'],
    es: ['nombre de usuario', 'usuario?'],
  },
  CandidateExtId: {
    ...PERSON_ID,
    en: [...(PERSON_ID.en ?? []), 'candidate id', 'candidate number', 'external id?'],
    nl: [...(PERSON_ID.nl ?? []), 'kandidaatnummer'],
    de: [...(PERSON_ID.de ?? []), 'kandidatennummer'],
    fr: [...(PERSON_ID.fr ?? []), 'numéro de candidat'],
    es: [...(PERSON_ID.es ?? []), 'número de candidato'],
  },
  ExternalId: {
    ...PERSON_ID,
    en: [...(PERSON_ID.en ?? []), 'employee number', 'employee id'],
    nl: [...(PERSON_ID.nl ?? []), 'personeelsnummer'],
    de: [...(PERSON_ID.de ?? []), 'personalnummer'],
    fr: [...(PERSON_ID.fr ?? []), 'numéro de matricule'],
    es: [...(PERSON_ID.es ?? []), 'número de empleado'],
  },
  UserExtId: { en: ['user id?', 'external id?', 'invigilator id', 'invigilator?', 'id?'] },
  ScheduleExtId: {
    en: ['schedule id', 'schedule?', 'sitting?', 'sitting id', 'session id?'],
    nl: ['afnamecode?', 'planningcode?', 'zittingscode?', 'rooster-id?'],
    de: ['terminnummer?', 'prüfungstermin-id?'],
    fr: ['code session?', 'code de session?'],
    es: ['código de sesión?', 'convocatoria id?'],
  },
  AssessmentExtId: {
    en: ['assessment id', 'assessment?', 'exam?', 'exam id', 'exam code?', 'assessment code?', 'course code?'],
    nl: ['toetscode?', 'examencode?', 'toets?'],
    de: ['prüfungsnummer?', 'prüfungscode?', 'prüfung?', 'klausur?'],
    fr: ["code de l'épreuve?", 'code épreuve?', 'épreuve?', 'examen?'],
    es: ['código de examen?', 'código del examen?', 'examen?', 'prueba?'],
  },
  GroupExtId: {
    en: ['group?', 'group id', 'group code?', 'class code?', 'class?'],
    nl: ['groepscode?', 'klascode?', 'groep?', 'klas?', 'lesgroep?'],
    de: ['gruppencode?', 'klasse?', 'gruppe?'],
    fr: ['code du groupe?', 'code groupe?', 'groupe?', 'classe?'],
    es: ['código de grupo?', 'grupo?', 'clase?'],
  },
  GroupName: {
    en: ['group?', 'group title', 'class name?', 'class?'],
    nl: ['groepsnaam', 'groep?', 'klas?', 'lesgroep?'],
    de: ['gruppenname', 'gruppe?', 'klasse?'],
    fr: ['nom du groupe', 'groupe?', 'classe?'],
    es: ['nombre del grupo', 'grupo?', 'clase?'],
  },
  StartDateTime: {
    en: ['start?', 'start time', 'start date?', 'starts at?'],
    nl: ['begin?', 'begintijd', 'starttijd', 'aanvang?', 'startmoment?'],
    de: ['beginn?', 'startzeit'],
    fr: ['début?', 'heure de début'],
    es: ['inicio?', 'hora de inicio'],
  },
  EndDateTime: {
    en: ['end?', 'end time', 'end date?', 'ends at?'],
    nl: ['einde?', 'eindtijd', 'eindmoment?'],
    de: ['ende?', 'endzeit'],
    fr: ['fin?', 'heure de fin'],
    es: ['fin?', 'hora de fin'],
  },
  PIN: { en: ['pin code', 'exam pin'], nl: ['pincode'], fr: ['code pin'], es: ['código pin'] },
  SpecialNeeds: {
    en: ['accommodation?', 'accommodations?', 'reasonable adjustment?'],
    nl: ['verlenging?', 'faciliteiten?'],
    de: ['nachteilsausgleich?'],
    fr: ['tiers temps?', 'tiers-temps?', 'aménagement?'],
    es: ['adaptación?', 'necesidades especiales?'],
  },
  ReasonableAdjustmentPercentage: {
    en: ['extra time?', 'extra time %', 'extra time (%)', 'extra time percentage', 'time allowance?'],
    nl: ['extra tijd?', 'extra tijd %?', 'extra tijd (%)?', 'tijdverlenging?'],
    de: ['zeitzuschlag?', 'zeitverlängerung?', 'schreibzeitverlängerung?'],
    fr: ['temps supplémentaire?', 'majoration?', 'temps majoré?'],
    es: ['tiempo adicional?', 'tiempo extra?', 'ampliación de tiempo?'],
  },
  Labels: {
    en: ['tags?', 'groups?', 'cohorts?'],
    nl: ['groepen?'],
    de: ['gruppen?'],
    fr: ['groupes?', 'étiquettes?'],
    es: ['grupos?', 'etiquetas?'],
  },
  ObjectiveRepositories: { en: ['repository?', 'repositories?', 'learning objectives?'] },
  AllowedIpAddresses: {
    en: ['ip?', 'ip address?', 'ip addresses?', 'allowed ip?'],
    nl: ['ip-adres?', 'ip-adressen?'],
    de: ['ip-adresse?', 'ip-adressen?'],
    fr: ['adresse ip?', 'adresses ip?'],
    es: ['dirección ip?', 'direcciones ip?'],
  },
  DateOfBirth: {
    en: ['birth date', 'birthday', 'dob'],
    nl: ['geboortedatum'],
    de: ['geburtsdatum'],
    fr: ['date de naissance'],
    es: ['fecha de nacimiento'],
  },
  PhoneNumber: {
    en: ['phone', 'telephone', 'telephone number', 'work phone'],
    nl: ['telefoon', 'telefoonnummer'],
    de: ['telefon', 'telefonnummer'],
    fr: ['téléphone', 'numéro de téléphone'],
    es: ['teléfono', 'número de teléfono'],
  },
  CellularPhone: {
    en: ['mobile', 'mobile phone', 'cell phone', 'phone number mobile', 'phone mobile'],
    nl: ['mobiele telefoon', 'mobiel', 'mobiel nummer', 'gsm-nummer'],
    de: ['mobiltelefon', 'telefon mobil', 'handy?', 'handynummer', 'mobilnummer'],
    fr: ['téléphone mobile', 'téléphone portable', 'portable?'],
    es: ['teléfono móvil', 'nº de teléfono móvil', 'móvil'],
  },
  City: {
    en: ['city/town', 'town'],
    nl: ['plaats?', 'stad', 'woonplaats'],
    de: ['stadt', 'stadt/ort', 'wohnort', 'ort?'],
    fr: ['ville', 'localité'],
    es: ['ciudad', 'localidad'],
  },
  PostalCode: {
    en: ['zip', 'zip code'],
    nl: ['postcode'],
    de: ['postleitzahl', 'plz'],
    fr: ['code postal', 'npa / code postal'],
    es: ['código postal'],
  },
  CountryCode: {
    en: ['country?'],
    nl: ['land?', 'landcode'],
    de: ['ländercode', 'land?'],
    fr: ['pays?', 'code pays'],
    es: ['país?', 'código de país', 'código del país'],
  },
  Photo: { nl: ['foto'], de: ['foto'], es: ['foto'] },
  Role: { nl: ['rol'], de: ['rolle'], fr: ['rôle'], es: ['rol'] },
  Title: { nl: ['titel'], de: ['titel'], fr: ['titre'], es: ['título'] },
  Company: {
    nl: ['bedrijf'],
    de: ['firma', 'unternehmen'],
    fr: ['entreprise', 'société'],
    es: ['empresa', 'compañía'],
  },
};

/** What a column can be besides a field: a part of one. Only `mapping draft` reads these words. */
export const PARTS = [
  'prefix',
  'middle-name',
  'second-last-name',
  'full-name',
  'date',
  'start-time',
  'end-time',
] as const;
export type PartName = (typeof PARTS)[number];

export const PART_WORDS: Readonly<Record<PartName, WordsByLanguage>> = {
  prefix: {
    en: ['prefix', 'name prefix'],
    nl: ['tussenvoegsel', 'tussenvoegsels', 'voorvoegsel', 'voorvoegsels'],
    de: ['namenszusatz', 'namensvorsatz'],
    fr: ['particule'],
    es: ['partícula'],
  },
  'middle-name': {
    en: ['middle name', 'middle names', 'second name', 'second first name'],
    nl: ['tweede voornaam', 'overige voornamen'],
    de: ['zweiter vorname', 'weitere vornamen'],
    fr: ['deuxième prénom', 'autres prénoms'],
    es: ['segundo nombre'],
  },
  'second-last-name': { es: ['segundo apellido', 'apellido2', 'apellido 2'] },
  'full-name': {
    en: ['name', 'full name', 'student', 'student name', 'candidate', 'candidate name', 'display name'],
    nl: ['naam', 'volledige naam', 'naam student', 'leerling', 'student', 'kandidaat', 'naam leerling'],
    de: [
      'name',
      'vollständiger name',
      'nachname, vorname',
      'name, vorname',
      'schüler',
      'studierende',
      'kandidat',
      'teilnehmer',
    ],
    fr: ['nom complet', 'nom, prénom', 'nom et prénom', 'nom prénom', 'étudiant', 'élève', 'candidat'],
    es: ['nombre completo', 'apellidos y nombre', 'apellidos, nombre', 'alumno/a', 'estudiante', 'alumno', 'candidato'],
  },
  date: {
    en: ['date', 'exam date', 'day'],
    nl: ['datum', 'toetsdatum', 'examendatum', 'dag'],
    de: ['datum', 'prüfungsdatum', 'prüfungstag', 'tag'],
    fr: ['date', "date de l'épreuve", "date d'examen", 'jour'],
    es: ['fecha', 'fecha de examen', 'fecha del examen', 'día'],
  },
  'start-time': {
    en: ['time', 'start time', 'from', 'start'],
    nl: ['tijd', 'begintijd', 'starttijd', 'aanvang', 'van'],
    de: ['uhrzeit', 'zeit', 'startzeit', 'beginn', 'von'],
    fr: ['heure', 'heure de début', 'début'],
    es: ['hora', 'hora de inicio', 'inicio', 'hora inicio'],
  },
  'end-time': {
    en: ['end time', 'end', 'until', 'to'],
    nl: ['eindtijd', 'einde', 'tot'],
    de: ['ende', 'endzeit', 'bis'],
    fr: ['heure de fin', 'fin'],
    es: ['hora de fin', 'fin', 'hora fin'],
  },
};
